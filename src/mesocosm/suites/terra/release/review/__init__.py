"""Selection of candidates as items: the eight criteria of TerraBench's appendix C as code, by two reviewers.

The reviewers share what a criterion demands, but not how they check it: `by_trace` reads records, references and data;
`by_text` reads words, numbers as they are printed, and the order of calls. Where they differ, a person decides.
"""
