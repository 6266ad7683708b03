"""Grounding-DINO and SAM through the real library, with networks of a few random weights in the hub's own layout."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mesocosm.errors import UserError
from mesocosm.suites.eo.detectors.detector import load_detector
from mesocosm.suites.eo.detectors.grounding_dino import BOXES, MASKS, the_one

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", ".", "car", "ship", "storage", "tank"]
LABELS = frozenset({"car", "ship", "storage_tank"})
PICTURE = np.arange(48 * 64 * 3, dtype=np.uint8).reshape(48, 64, 3)


def test_a_phrase_names_a_label_or_none() -> None:
    assert the_one("storage tank", LABELS) == the_one("storage tank. [SEP]", LABELS) == "storage_tank"
    assert the_one("car ship", LABELS) is None
    assert the_one("", LABELS) is None


def test_without_weights_the_variable_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(BOXES, raising=False)
    with pytest.raises(UserError, match=f"{BOXES} must name the folder with the weights"):
        load_detector("grounding_dino")
    monkeypatch.setenv(BOXES, str(tmp_path))
    with pytest.raises(UserError, match=r"has no config\.json"):
        load_detector("grounding_dino")


def tiny_finder(folder: Path) -> None:
    transformers = pytest.importorskip("transformers", reason="pip install torch transformers")
    (folder / "vocab.txt").write_text("\n".join(WORDS), encoding="utf-8")
    text = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 16}
    config = transformers.GroundingDinoConfig(
        backbone_config=transformers.SwinConfig(
            embed_dim=8, depths=[1, 1, 1, 1], num_heads=[1, 1, 1, 1], window_size=4, out_indices=[2, 3, 4]
        ),
        text_config=transformers.BertConfig(vocab_size=len(WORDS), **text),
        d_model=32, encoder_layers=1, decoder_layers=2, encoder_attention_heads=2, decoder_attention_heads=2,
        encoder_ffn_dim=16, decoder_ffn_dim=16, num_queries=5, num_feature_levels=3, max_text_len=32,
    )  # fmt: skip
    transformers.GroundingDinoForObjectDetection(config).save_pretrained(folder)
    pictures = transformers.GroundingDinoImageProcessor(size={"shortest_edge": 64, "longest_edge": 96})
    words = transformers.BertTokenizerFast(str(folder / "vocab.txt"))
    transformers.GroundingDinoProcessor(pictures, words).save_pretrained(folder)


def tiny_cutter(folder: Path) -> None:
    import transformers

    small = {"hidden_size": 32, "num_hidden_layers": 1, "num_attention_heads": 2, "mlp_dim": 32}
    config = transformers.SamConfig(
        vision_config=transformers.SamVisionConfig(
            image_size=64,
            patch_size=16,
            output_channels=32,
            num_pos_feats=16,
            global_attn_indexes=[0],
            window_size=0,
            **small,
        ),
        prompt_encoder_config=transformers.SamPromptEncoderConfig(hidden_size=32, image_size=64, patch_size=16),
        mask_decoder_config=transformers.SamMaskDecoderConfig(
            hidden_size=32, num_hidden_layers=1, num_attention_heads=2, mlp_dim=32, iou_head_hidden_dim=32
        ),
    )
    transformers.SamModel(config).save_pretrained(folder)
    size, padded = {"longest_edge": 64}, {"height": 64, "width": 64}
    transformers.SamProcessor(transformers.SamImageProcessor(size=size, pad_size=padded)).save_pretrained(folder)


def test_boxes_have_their_middles_in_the_picture_and_masks_its_size(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    finder, cutter = tmp_path / "finder", tmp_path / "cutter"
    finder.mkdir()
    tiny_finder(finder)
    tiny_cutter(cutter)
    monkeypatch.setenv(BOXES, str(finder))
    monkeypatch.setenv(MASKS, str(cutter))
    monkeypatch.setattr("mesocosm.suites.eo.detectors.grounding_dino.LEAST_SCORE", 0.0)
    detector = load_detector("grounding_dino")
    hits = detector.detect(PICTURE, frozenset({"car"}))
    assert hits
    for hit in hits:
        assert hit.label == "car"
        left, top, right, bottom = hit.box
        assert 0 <= (left + right) / 2 <= 64
        assert 0 <= (top + bottom) / 2 <= 48
        assert 0.0 <= hit.score <= 1.0
    assert detector.segment(PICTURE, frozenset({"car"})).shape == (48, 64)
