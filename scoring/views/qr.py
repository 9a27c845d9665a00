"""A link as a picture to scan."""

import segno


def qr_code(link: str) -> str:
    """Return the QR code of a link as the address of an SVG image."""
    code = segno.make(link, error="m", micro=False)
    return code.svg_data_uri(border=2, light="white", scale=4)
