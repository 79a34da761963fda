"""What is in a picture, for tests."""

from xml.etree import ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg: str | ET.Element) -> ET.Element:
    return ET.fromstring(svg) if isinstance(svg, str) else svg  # noqa: S314 - we wrote it


def parts(svg: str | ET.Element, kind: str) -> list[ET.Element]:
    """The elements of a kind."""
    return [node for node in parsed(svg).iter() if node.get("class") == f"keltis-{kind}"]


def titles(svg: str | ET.Element, kind: str) -> list[str]:
    """The titles of the groups of a kind."""
    return [node.findtext(f"{SVG}title", "") for node in parts(svg, kind)]


def texts(svg: str | ET.Element) -> list[str]:
    """Everything that is written in a picture."""
    return [node.text or "" for node in parsed(svg).iter(f"{SVG}text")]
