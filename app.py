"""The launcher, for every way of starting: `streamlit run app.py`, `python app.py`, `uvicorn app:app`, AppTest."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware
from streamlit import net_util
from streamlit.runtime.scriptrunner import get_script_run_ctx

from tokviz.web import preparing, script
from tokviz.web.arrival.page_head import PageHead
from tokviz.web.bounds import protocols
from tokviz.web.bounds.upload_limits import UploadLimits
from tokviz.web.live import settings
from tokviz.web.live.guard import Guard
from tokviz.web.preparing import Preparing
from tokviz.web.server import environment, logs
from tokviz.web.server.headers import SecurityHeaders
from tokviz.web.server.hosts import OwnHosts
from tokviz.web.server.own_messages import OwnMessages
from tokviz.web.server.survivors import Survivors
from tokviz.web.server.whereabouts import Whereabouts
from tokviz.web.shared import i18n

MAIN = Path(script.__file__).with_name("main.py")  # in a wheel, the package is not beside this file but around it

# When a page of another site opens a connection, Streamlit would ask a public service for this machine's address, two
# seconds long and with all visitors waiting. Nothing here asks anybody on the internet for anything.
net_util.get_external_ip = lambda: None


@asynccontextmanager
async def warm_up(app: st.App) -> AsyncIterator[None]:
    """Prepare behind the address: a server answers at once."""
    preparation = asyncio.create_task(preparing.prepare(app))
    yield
    preparation.cancel()


if get_script_run_ctx(suppress_warning=True):  # run as a script by Streamlit itself: AppTest, older servers
    from tokviz.web.script.main import main

    main()
else:
    # MAIN is not beside pages/: there, Streamlit's own router would take the first visit and ignore ours.
    around = [
        Middleware(SecurityHeaders, scripts=tuple(i18n.scripts().values())),
        Middleware(OwnHosts, proxies=settings.proxies),
        Middleware(Preparing),
        Middleware(Guard),
        Middleware(UploadLimits),
        Middleware(OwnMessages),
        Middleware(Survivors),
        Middleware(Whereabouts),
        Middleware(PageHead),
    ]
    app = st.App(MAIN, lifespan=warm_up, middleware=around)
    environment.take()
    protocols.install()
    logs.leave_out_visitors()
    if __name__ == "__main__":
        app.run(config=environment.said())
