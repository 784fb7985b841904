"""The Lost Code (Colovini): its record, its rules, what each seat knows, and what to do."""
