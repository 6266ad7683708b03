"""How each question type is solved with tools: a canonical way of working, which the oracle acts out."""
