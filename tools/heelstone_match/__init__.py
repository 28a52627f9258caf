"""A controller of matches between GTP engines. README.md beside this file explains how it is
made."""
