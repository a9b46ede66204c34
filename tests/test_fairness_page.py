"""The worked example in docs/fairness.md agrees with its shell commands and with the code."""

from __future__ import annotations

import hmac
import re
from hashlib import sha256
from pathlib import Path

from schwimmen.records.fairness import VERSION, Agreement, FairChance, Terms, player_commitment
from schwimmen.rules import PACKS, card_names

PAGE = (Path(__file__).parent.parent / "docs" / "fairness.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"^printf '%s' '(.*)' \| (.*)\n# ([0-9a-f]{64})$", PAGE, re.M)


def shown(text: str) -> list[str]:
    """Return the hashes that the page gives for inputs with this text."""
    return [digest for hashed, _, digest in SHOWN if text in hashed]


def test_every_command_prints_the_hash_on_the_page() -> None:
    assert len(SHOWN) == PAGE.count("printf")
    for hashed, command, digest in SHOWN:
        key = re.fullmatch(r"openssl dgst -sha256 -mac HMAC -macopt hexkey:([0-9a-f]+)", command)
        if key is None:
            assert command == "sha256sum"
            assert sha256(hashed.encode()).hexdigest() == digest
        else:
            assert hmac.digest(bytes.fromhex(key[1]), hashed.encode(), "sha256").hex() == digest


def test_the_code_agrees_with_the_page() -> None:
    server_seed, own_seed = re.findall(r'"([0-9a-f]{64})"\]\' \| sha256sum', PAGE)
    agreed = Agreement(Terms("k3v9", "pagat", {"lives": 2}, ("Ann", "Bo")), [0], server_seed)
    assert [agreed.commitment] == shown('"server"')
    own = player_commitment(agreed.commitment, 1, 0, own_seed)
    assert [own] == shown('"player"')
    agreed.commit(0, agreed.commitment, own)
    assert [agreed.seal] == shown('"seal"')
    agreed.reveal(0, own_seed)
    (key,) = shown('"key"')
    pack = list(PACKS["A7"])
    for chance in (agreed.chance, FairChance(key)):
        assert chance.for_dealer().randrange(2) == 1
        chance.for_pack(1).shuffle(pack)
        assert f"`{card_names(pack)}`" in PAGE
    assert f"`{VERSION}`" in PAGE
