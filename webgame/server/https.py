"""The certificate of an encrypted server: one's own, or one made here that browsers ask about once."""

from __future__ import annotations

import datetime
import ipaddress
import os
import ssl
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from webgame.server.errors import Refused

DAYS = 365
RENEWED = 30  # days before its end


def context(certificate: Path, key: Path) -> ssl.SSLContext:
    """Return what encrypts connections; raise Refused (`bad_certificate`) if the files don't fit."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        made.load_cert_chain(certificate, key, password="")  # noqa: S106  # never asks at the terminal
    except (OSError, ValueError) as error:
        raise Refused(
            "bad_certificate",
            f"{certificate} and {key} are no certificate and its key in PEM, without a password: {error}",
        ) from None
    return made


def self_made(folder: Path, names: list[str]) -> tuple[Path, Path]:
    """Return certificate and key for these names and addresses; made anew if they changed or it ends soon."""
    certificate, key = folder / "certificate.pem", folder / "certificate_key.pem"
    if not (key.is_file() and _good(certificate, names)):
        folder.mkdir(parents=True, exist_ok=True)
        _make(certificate, key, names)
    return certificate, key


def fingerprint(certificate: Path) -> str:
    """Return the SHA-256 fingerprint by which people can tell a certificate."""
    digest = x509.load_pem_x509_certificate(certificate.read_bytes()).fingerprint(hashes.SHA256())
    return ":".join(f"{byte:02X}" for byte in digest)


def _good(certificate: Path, names: list[str]) -> bool:
    try:
        found = x509.load_pem_x509_certificate(certificate.read_bytes())
        known = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, x509.ExtensionNotFound):
        return False
    left = found.not_valid_after_utc - datetime.datetime.now(datetime.UTC)
    return list(known) == _names(names) and left > datetime.timedelta(days=RENEWED)


def _make(certificate: Path, key: Path, names: list[str]) -> None:
    secret = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "webgame, made by this server")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(secret.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=DAYS))
        .add_extension(x509.SubjectAlternativeName(_names(names)), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(secret, hashes.SHA256())
    )
    text = secret.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    key.unlink(missing_ok=True)
    with os.fdopen(os.open(key, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(text)
    certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))


def _names(names: list[str]) -> list[x509.GeneralName]:
    found: list[x509.GeneralName] = []
    for name in dict.fromkeys(names):
        try:
            found.append(x509.IPAddress(ipaddress.ip_address(name)))
        except ValueError:
            found.append(x509.DNSName(name))
    return found
