"""The results of a match: tables, records, pages. It has no process and no clock."""
