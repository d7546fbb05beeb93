"""The command line: one file per command. Data on standard output, talk on standard error."""
