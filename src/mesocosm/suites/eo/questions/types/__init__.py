"""The question types, each a module that defines `TYPE` and a TOML of the same name with all its texts.

Code that several types share is in the modules beside this folder, in `plans` and in `evidence`.
"""
