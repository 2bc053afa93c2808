"""The launcher, for every way of starting: `streamlit run app.py`, `python app.py`, `uvicorn app:app`, AppTest."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

from tokviz import features
from tokviz.web import hooks, script, startup
from tokviz.web.access_control import AccessControl
from tokviz.web.arrival.page_head import PageHead
from tokviz.web.server import connections, protocols
from tokviz.web.server.headers import SecurityHeaders
from tokviz.web.server.hosts import OwnHosts
from tokviz.web.server.upload_limits import UploadLimits
from tokviz.web.shared import i18n
from tokviz.web.startup import WaitForLibraries
from tokviz.web.streamlit_workarounds import (
    access_log,
    deferred_files,
    environment_options,
    network_addresses,
    sessions,
)
from tokviz.web.streamlit_workarounds.developer_messages import NoDeveloperMessages
from tokviz.web.streamlit_workarounds.left_pages import LeftPages
from tokviz.web.streamlit_workarounds.lost_sessions import LostSessions

MAIN = Path(script.__file__).with_name("main.py")  # in a wheel, the package is not beside this file but around it

network_addresses.ask_no_service()
features.add_pages()
hooks.before_pages.add(features.fill_hooks)


@asynccontextmanager
async def lifespan(app: st.App) -> AsyncIterator[None]:
    """Prepare in the background: a server answers at once."""
    preparation = asyncio.create_task(startup.prepare(app))
    yield
    preparation.cancel()


if sessions.is_script_run():  # run as a script by Streamlit itself: AppTest, older servers
    from tokviz.web.script.main import main

    main()
else:
    # MAIN is not beside pages/: there, Streamlit's own router would take the first visit and ignore ours.
    added = features.routes()
    around = [
        Middleware(SecurityHeaders, scripts=tuple(i18n.scripts().values()), leading=("/live",)),
        Middleware(OwnHosts, proxies=connections.proxies),
        Middleware(WaitForLibraries),
        Middleware(AccessControl, added=added, components=features.components()),
        Middleware(UploadLimits),
        Middleware(NoDeveloperMessages),
        Middleware(LostSessions),
        Middleware(LeftPages),
        Middleware(PageHead),
    ]
    app = st.App(MAIN, lifespan=lifespan, middleware=around)
    environment_options.apply()
    protocols.install(max(routes.message for routes in added))
    access_log.leave_out_visitors()
    deferred_files.install()
    if __name__ == "__main__":
        app.run(config=environment_options.options())
