"""Which candidates become items: the eight criteria of TerraBench's appendix C as code, by two reviewers.

The reviewers share what a criterion asks for and nothing of how it is looked for: `by_trace` reads records, references
and data; `by_text` reads words, numbers as they are printed, and the order of calls. Where they differ, a person looks.
"""
