# Verifies that Trunkline sent a webhook within the last five minutes. Pass the raw body: JSON that was parsed and
# serialized again has other bytes. To try it:
#
#   WEBHOOK_SECRET=whsec_... python3 verify.py "$X_SERVICE_SIGNATURE" < body.json
import base64
import hashlib
import hmac
import os
import re
import sys
import time

TOLERANCE_SECONDS = 300


def is_genuine(secret: str, header: str, body: bytes, now=None) -> bool:
    parts = [part.strip().partition("=") for part in (header or "").split(",")]
    sent_at = next((value for name, _, value in parts if name == "t"), "")
    if not re.fullmatch(r"[0-9]{1,12}", sent_at):
        return False
    if abs((time.time() if now is None else now) - int(sent_at)) > TOLERANCE_SECONDS:
        return False

    key = base64.b64decode(secret.removeprefix("whsec_"))
    expected = hmac.new(key, sent_at.encode() + b"." + body, hashlib.sha256).hexdigest()
    # While a secret is being rotated there are two signatures, one for each secret.
    return any(
        name == "v1" and hmac.compare_digest(value.encode(), expected.encode()) for name, _, value in parts
    )


if __name__ == "__main__":
    signature = sys.argv[1] if len(sys.argv) > 1 else ""
    genuine = is_genuine(os.environ["WEBHOOK_SECRET"], signature, sys.stdin.buffer.read())
    print("genuine" if genuine else "forged")
    sys.exit(0 if genuine else 1)
