"""What a match comes to: tables, records, pages. No process, no clock."""
