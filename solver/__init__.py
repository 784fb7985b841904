"""The deduction engine: records, rules, knowledge, exact odds and advice. It prints nothing and opens no file."""
