"""A small network that finds things in photographs and errs as detectors do: what unverified tools answer with.

peaks       boxes from what the network gives, in plain numpy
network     the trained network, run by onnxruntime
packing     photographs of the lake with their boxes, to train on

`benchmarks/eo_detector_training.py` trains it; that needs PyTorch, which mesocosm does not ask for.

Like CenterNet (Zhou, Wang and Krähenbühl 2019, Objects as Points, arXiv:1904.07850) the network says for every second
pixel how likely the middle of a thing of each class lies there, how large it is and how far off its middle lies.
"""
