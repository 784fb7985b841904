"""The command line: reads files and options, renders what the solver returns, and decides nothing itself."""
