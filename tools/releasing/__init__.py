"""Makes what a release consists of, from a commit, and tries it on this machine."""
