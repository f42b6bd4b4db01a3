"""Every setting, driven by the environment (see .env.example); with nothing set: SQLite, one process, this machine only."""

from __future__ import annotations

import sys
from pathlib import Path

try:  # a library free of the WAL-reset fault, where this platform has a wheel of it
    import pysqlite3

    sys.modules["sqlite3"] = pysqlite3
except ImportError:
    pass

import sqlite3

import environ

ROOT = Path(__file__).resolve().parent.parent
env = environ.Env()
env.read_env(ROOT / ".env")

VAR = Path(env.str("LONG_TABLE_VAR", default=str(ROOT / "var")))
"""Where the embedded default keeps its database, and every installation its key file."""

DEBUG = env.bool("DEBUG", default="SECRET_KEY" not in env.ENVIRON)
SECRET_KEY = env.str("SECRET_KEY", default="only-for-this-machine-" * 3 if DEBUG else "")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"] if DEBUG else [])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
SITE_ORIGIN = env.str("SITE_ORIGIN", default="http://localhost:8000")
WORKERS = env.int("WEB_CONCURRENCY", default=1)
CHECK_AT_START = env.bool("CHECK_AT_START", default=True)
"""Whether the server refuses unsafe settings before its first page; only the tests, which check by hand, turn it off."""

INSTALLED_APPS = [
    "campaigns.site",
    "servestatic",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "django_htmx",
    "csp",
    "allauth",
    "allauth.account",
    "campaigns.live",
    "campaigns.ledger",
    "campaigns.people",
    "campaigns.campaign",
    "campaigns.character",
    "campaigns.combat",
    "campaigns.thread",
    "campaigns.desk",
    "campaigns.demo",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "servestatic.middleware.ServeStaticMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "campaigns.people.middleware.TimeZoneMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "campaigns.site.middleware.HeadersMiddleware",
]
ROOT_URLCONF = "campaigns.urls"
ASGI_APPLICATION = "campaigns.asgi.application"
WSGI_APPLICATION = "campaigns.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "campaigns.desk.frame.frame",
            ],
        },
    }
]

AUTH_USER_MODEL = "people.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = ["campaigns.people.hashers.Argon2InTurn"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
] + [{"NAME": "campaigns.people.hashers.NotTooLong"}]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_FORMS = {"signup": "campaigns.people.forms.SignUp", "login": "campaigns.people.forms.SignIn"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = env.str("ACCOUNT_EMAIL_VERIFICATION", default="optional")
ACCOUNT_USER_MODEL_EMAIL_FIELD = "email"
ACCOUNT_SESSION_REMEMBER = None
ACCOUNT_LOGOUT_ON_GET = False
if not env.bool("ACCOUNT_RATE_LIMITS", default=True):
    ACCOUNT_RATE_LIMITS = False

SQLITE_SAFE = sqlite3.sqlite_version_info >= (3, 51, 3)
"""Older libraries can lose a write-ahead log in a rare race; they run with a rollback journal instead."""

DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{VAR / 'table.sqlite3'}")}
DATABASE_POOL = env.int("DATABASE_POOL", default=10)
"""Connections that one process keeps open to PostgreSQL at most; 0 opens one for each request."""
ALLOW_UNSAFE_POSTGRESQL = env.bool("ALLOW_UNSAFE_POSTGRESQL", default=False)
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    VAR.mkdir(parents=True, exist_ok=True, mode=0o700)
    journal = "WAL" if SQLITE_SAFE else "TRUNCATE"
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # recursive_triggers: a REPLACE deletes the row that it replaces, and only with it do the triggers hear of that
        "init_command": f"PRAGMA journal_mode={journal}; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; "
        "PRAGMA recursive_triggers=ON",
    }
else:
    DATABASES["default"]["OPTIONS"] = {
        "options": "-c statement_timeout=5000 -c lock_timeout=3000 -c idle_in_transaction_session_timeout=10000",
        **({"pool": {"min_size": 1, "max_size": DATABASE_POOL, "timeout": 10}} if DATABASE_POOL else {}),
    }
REDIS_URL = env.str("REDIS_URL", default="")
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [REDIS_URL]},
        }
    }
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}}
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}

EMAIL_CONFIG = env.email_url("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)

LEDGER_KEY_FILE = Path(env.str("LEDGER_KEY_FILE", default=str(VAR / "ledger.key")))
LEDGER_SIDE_FILE = env.str("LEDGER_SIDE_FILE", default=str(LEDGER_KEY_FILE.with_name("ledger.heads")))
"""The newest entry of each ledger, kept outside the database and its backups; empty: restored backups go unnoticed."""

USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en-gb"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

STATIC_URL = "/static/"
STATICFILES_DIRS = [ROOT / "static"]
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(ROOT / "staticfiles")))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "servestatic.storage.CompressedManifestStaticFilesStorage"
    },
}

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
        "object-src": ["'none'"],
    }
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
DATA_UPLOAD_MAX_NUMBER_FILES = 10
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
PERMISSIONS_POLICY = ", ".join(
    f"{feature}=()" for feature in ("camera", "display-capture", "geolocation", "microphone", "midi", "payment", "usb")
)
SESSION_COOKIE_AGE = 30 * 24 * 3600
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
if not DEBUG:
    SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=True)
    SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", default=365 * 24 * 3600)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = env.bool("SECURE_HSTS_WHOLE_DOMAIN", default=True)
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SESSION_COOKIE_NAME = "__Host-sessionid"
    CSRF_COOKIE_NAME = "__Host-csrftoken"
    if env.bool("BEHIND_PROXY", default=False):  # the proxy sets this header itself and drops what a browser sent
        SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name} {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        "django.utils.autoreload": {"level": "WARNING"},
    },
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="WARNING")},
}
CSRF_FAILURE_VIEW = "campaigns.site.views.form_is_stale"

DEMO_PEOPLE = ("ines", "juniper", "tobias", "bex", "reed", "wren")
DEMO_PASSWORD = "long-table-demo"  # noqa: S105  (no secret)
"""Everybody knows it: `seed_demo` makes these people only where DEBUG is on."""
