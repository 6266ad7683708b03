"""A small network that finds things in photographs and errs as detectors do: unverified tools answer with it.

peaks       boxes from the network's output, in plain numpy
network     the trained network, run by onnxruntime
packing     photographs of the lake with their boxes, to train on

`benchmarks/eo_detector_training.py` trains it; that needs PyTorch, on which mesocosm does not depend.

As in CenterNet (Zhou, Wang and Krähenbühl 2019, Objects as Points, arXiv:1904.07850), the network gives for every
second pixel the probability that the middle of a thing of each class lies there, the size of that thing, and the
offset of its middle.
"""
