"""Scores of answers and of the way to them: pure functions over truths, predictions and traces.

profiles       the four tolerance rules by name
json_text      JSON that models wrote, read without falling over
truth          what is asked: key, value, tolerances, unit
prediction     what was answered, in any of the accepted shapes
final_json     the answer inside a conversation
values         one value against another, by type
answers        Hit@tol, NumScore, AnswerFormatValid
toolbox        names of tools: aliases, groups, meta tools
calls          the calls of a trace, whatever wrote it
reference      the steps wanted: a partial order with alternatives
agreement      arguments against arguments, by type
usage          which calls count: meta tools, retries and duplicates kept apart
alignment      calls against steps, by dynamic programming
order          Unique, AnyOrder, SameOrder
process        the seven process metrics of `default` and of the paper
public_process the same as the published program has them
provenance     which answers can be traced to an observation
item           all of it for one item
folder         all of it for a folder of items
studies        intervals, weights and correlations over scored items
"""
