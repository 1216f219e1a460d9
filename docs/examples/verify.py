"""Verifies a signed script: verify.py public-key.pem script. Prints the script, or fails."""

import base64
import sys

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding

with open(sys.argv[1], "rb") as file:
    key = serialization.load_pem_public_key(file.read())
with open(sys.argv[2], "rb") as file:
    tag, signature, signed = file.read().split(b"%", 2)

assert tag == b"--rbxsig"
key.verify(base64.b64decode(signature), signed, padding.PKCS1v15(), hashes.SHA1())
sys.stdout.buffer.write(signed[1:])
