"""Addresses of clients in a network."""

from ipaddress import IPv6Address, ip_address


def client_network(host: str) -> str:
    """What one client has for itself: an address of IPv4, or the first half of one of IPv6.

    >>> client_network("192.0.2.7"), client_network("::ffff:192.0.2.7")
    ('192.0.2.7', '192.0.2.7')
    >>> client_network("2001:db8::1") == client_network("2001:db8::2")
    True
    """
    try:
        address = ip_address(host)
    except ValueError:  # a name, such as that of a socket in the file system
        return host
    if not isinstance(address, IPv6Address):
        return host
    return str(address.ipv4_mapped or f"{IPv6Address(int(address) >> 64 << 64)}/64")
