"""What stands in a picture, from the files of published data sets to one record.

annotation  the record, and what the formats share: numbers and fields with a sentence for what is wrong
dior, dota, fair1m, fmow, m4sar, sardet, xbd, xview  one module a format, each with `read`

Positions are in pixels from the upper left corner of the picture, x to the right and y down.
"""
