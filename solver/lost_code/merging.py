def completed(record): return record
