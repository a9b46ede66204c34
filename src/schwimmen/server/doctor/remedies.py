"""Lines that correct the configuration of four common proxies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

Remedies: TypeAlias = Mapping[str, str]
"""Lines to write or to delete, by the name of the proxy."""

UPSTREAM: Final[Remedies] = {
    "nginx": "proxy_pass http://127.0.0.1:8000;",
    "caddy": "reverse_proxy 127.0.0.1:8000",
    "haproxy": "server schwimmen 127.0.0.1:8000",
    "traefik": "loadBalancer.servers: [{url: http://127.0.0.1:8000}]",
}

HOST: Final[Remedies] = {
    "nginx": "proxy_set_header Host $http_host;",
    "caddy": "header_up Host {hostport}",
    "haproxy": "delete http-request set-header Host",
    "traefik": "loadBalancer.passHostHeader: true",
}

PROXIES: Final = tuple(HOST)

SCHEME: Final[Remedies] = {
    "nginx": "proxy_set_header X-Forwarded-Proto $scheme;",
    "caddy": "header_up X-Forwarded-Proto {scheme}",
    "haproxy": "http-request set-header X-Forwarded-Proto https if { ssl_fc }",
    "traefik": "delete X-Forwarded-Proto from customRequestHeaders",
}

ADDRESS: Final[Remedies] = {
    "nginx": "proxy_set_header X-Forwarded-For $remote_addr;",
    "caddy": "header_up X-Forwarded-For {remote_host}",
    "haproxy": "http-request set-header X-Forwarded-For %[src]",
    "traefik": "forwardedHeaders.insecure: false, and no X-Forwarded-For in customRequestHeaders",
}

UPGRADE: Final[Remedies] = {
    "nginx": "proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; "
    "proxy_set_header Connection $connection_upgrade; with the map of docs/serving.md",
    "caddy": "delete header_up Connection and header_up Upgrade",
    "haproxy": "delete http-request del-header Connection and del-header Upgrade",
    "traefik": "delete Connection and Upgrade from customRequestHeaders",
}

IDLE: Final[Remedies] = {
    "nginx": "proxy_read_timeout 1h; proxy_send_timeout 1h;",
    "caddy": "delete stream_timeout",
    "haproxy": "timeout tunnel 1h",
    "traefik": "respondingTimeouts: {readTimeout: 0, writeTimeout: 0} of the entry point",
}

PATH: Final[Remedies] = {
    "nginx": "one location for all paths of the page, and proxy_pass without a / at its end",
    "caddy": "one handle, not handle_path, for all paths of the page",
    "haproxy": "one use_backend for all paths of the page",
    "traefik": "one router with PathPrefix, without StripPrefix, for all paths of the page",
}

REDIRECT: Final[Remedies] = {
    "nginx": "return 301 https://$host$request_uri; in the server that listens on port 80",
    "caddy": "delete auto_https disable_redirects",
    "haproxy": "http-request redirect scheme https code 301 unless { ssl_fc }",
    "traefik": "entryPoints.web.http.redirections.entryPoint: {to: websecure}",
}

CACHE: Final[Remedies] = {
    "nginx": "delete expires, proxy_cache and add_header Cache-Control",
    "caddy": "delete header Cache-Control",
    "haproxy": "delete http-request cache-use and http-response set-header Cache-Control",
    "traefik": "delete Cache-Control from customResponseHeaders",
}

HASH: Final[Remedies] = {
    "nginx": "hash $table consistent; in the upstream, as in packaging/nginx.conf",
    "caddy": "lb_policy header Table, as in packaging/Caddyfile",
    "haproxy": "balance hash var(txn.table), as in packaging/haproxy.cfg",
    "traefik": "it cannot choose by a path: use nginx, Caddy or HAProxy",
}

COOKIE: Final[Remedies] = {
    "nginx": "delete proxy_hide_header Set-Cookie, proxy_cookie_flags and proxy_cookie_path",
    "caddy": "delete header_down Set-Cookie",
    "haproxy": "delete http-response del-header Set-Cookie",
    "traefik": "delete Set-Cookie from customResponseHeaders",
}
