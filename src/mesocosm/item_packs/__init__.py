"""Item packs: the items of a suite as one file, so that a run starts without making them.

manifest.json         what the pack holds, and the SHA-256 of every other member
items/NNNN.json       an item, and the names of its files and pictures with their SHA-256
files/SHA256          the content of files and pictures, each content once
references/NNNN       the truth of an item, encrypted; the key is in a file beside the pack
"""
