"""Scores of answers and of the process: pure functions of truths, predictions and traces.

profiles       the four tolerance rules by name
json_text      reading of JSON written by models, without crashes
truth          the question: key, value, tolerances, unit
prediction     the answer, in any of the accepted shapes
final_json     the answer inside a conversation
values         comparison of one value with another, by type
answers        Hit@tol, NumScore, AnswerFormatValid
toolbox        names of tools: aliases, groups, meta tools
calls          the calls of a trace of any format
reference      the required steps: a partial order with alternatives
agreement      comparison of arguments, by type
usage          calls that count: meta tools, retries and duplicates are counted apart
alignment      alignment of calls with steps, by dynamic programming
order          Unique, AnyOrder, SameOrder
process        the seven process metrics of `default` and of the paper
public_process the same metrics as the published program has them
lineage        the calls and files that each call's result follows from
telling        fields and values that cannot be had without data
provenance     answers that follow from data that the agent read
products       what calls brought in, compared with what steps establish
work           the process score: steps established, precision, and provenance
item           all scores of one item
folder         all scores of a folder of items
studies        intervals, weights and correlations over scored items
"""
