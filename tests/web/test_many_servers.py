"""Files that start many servers: valid, and with the image, the settings and the health check that there are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

HEALTH = "/_stcore/health"
PORT = 8501


@pytest.fixture(scope="module")
def manifests(root: Path) -> dict[str, dict[str, Any]]:
    """Kind and name -> object."""
    files = sorted((root / "deploy" / "kubernetes").glob("*.yaml"))
    found = [one for path in files for one in yaml.safe_load_all(path.read_text(encoding="utf-8"))]
    return {f"{one['kind']} {one['metadata']['name']}": one for one in found}


@pytest.fixture(scope="module")
def compose(root: Path) -> dict[str, dict[str, Any]]:
    """Service -> what deploy/compose.yaml says of it."""
    return dict(yaml.safe_load((root / "deploy" / "compose.yaml").read_text(encoding="utf-8"))["services"])


def container(deployment: dict[str, Any]) -> dict[str, Any]:
    (only,) = deployment["spec"]["template"]["spec"]["containers"]
    return dict(only)


def test_kubernetes_knows_all_of_it(manifests: dict[str, dict[str, Any]]) -> None:
    assert {name.split()[0] for name in manifests} >= {"Deployment", "Service", "Ingress", "HorizontalPodAutoscaler"}
    for one in manifests.values():
        kubernetes_validate.validate(one, kubernetes_validate.latest_version(), strict=True)
        with pytest.raises(kubernetes_validate.ValidationError):
            kubernetes_validate.validate({**one, "spce": {}}, kubernetes_validate.latest_version(), strict=True)


def test_the_parts_name_each_other(manifests: dict[str, dict[str, Any]]) -> None:
    app = manifests["Deployment tokviz"]["spec"]
    service = manifests["Service tokviz"]["spec"]
    rule = manifests["Ingress tokviz"]["spec"]["rules"][0]["http"]["paths"][0]["backend"]["service"]
    assert app["selector"]["matchLabels"] == app["template"]["metadata"]["labels"] == service["selector"]
    assert (rule["name"], rule["port"]["name"]) == ("tokviz", service["ports"][0]["name"])
    assert manifests["HorizontalPodAutoscaler tokviz"]["spec"]["scaleTargetRef"]["name"] == "tokviz"
    environment = {one["name"]: one.get("value") for one in container(manifests["Deployment tokviz"])["env"]}
    store = manifests["Service tokviz-store"]
    assert environment["TOKVIZ_STORE"] == f"redis://{store['metadata']['name']}:{store['spec']['ports'][0]['port']}/0"


def test_a_container_is_the_image_of_the_dockerfile(root: Path, manifests: dict[str, dict[str, Any]]) -> None:
    dockerfile = (root / "deploy" / "Dockerfile").read_text(encoding="utf-8")
    app = container(manifests["Deployment tokviz"])
    ports = {one["name"]: one["containerPort"] for one in app["ports"]}
    assert f"EXPOSE {ports['http']}" in dockerfile
    assert f"--uid {manifests['Deployment tokviz']['spec']['template']['spec']['securityContext']['runAsUser']} " in (
        dockerfile
    )
    assert "\nredis==" in (root / "deploy" / "requirements.lock").read_text(encoding="utf-8"), "the store is Redis"
    for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
        assert app[probe]["httpGet"] == {"path": HEALTH, "port": "http"}
    assert app["securityContext"]["readOnlyRootFilesystem"]
    assert [mount["mountPath"] for mount in app["volumeMounts"]] == ["/tmp"]


def settings(manifests: dict[str, dict[str, Any]], compose: dict[str, dict[str, Any]]) -> Iterator[str]:
    yield from compose["app"]["environment"]
    yield from (one["name"] for one in container(manifests["Deployment tokviz"])["env"])


def test_every_setting_is_one_that_is_documented(
    root: Path, manifests: dict[str, dict[str, Any]], compose: dict[str, dict[str, Any]]
) -> None:
    documented = (root / "docs" / "how-to" / "deploy.md").read_text(encoding="utf-8")
    assert {name for name in settings(manifests, compose) if f"`{name}`" not in documented} == set()


def test_compose_starts_the_proxy_with_its_file(root: Path, compose: dict[str, dict[str, Any]]) -> None:
    proxy = compose["proxy"]
    (mounted,) = proxy["volumes"]
    folder = root / "deploy"
    file = folder / mounted.split(":")[0]
    read = set(re.findall(r"TOKVIZ_\w+", file.read_text(encoding="utf-8")))
    assert set(proxy["environment"]) <= read
    service, port = proxy["environment"]["TOKVIZ_SERVICE"].split(":")
    assert (service in compose, int(port)) == (True, PORT)
    assert HEALTH in file.read_text(encoding="utf-8")
    assert compose["app"]["environment"]["TOKVIZ_STORE"].startswith("redis://store:")
    assert compose["app"]["read_only"]
    build = compose["app"]["build"]
    assert (folder / build["context"]).resolve() == root
    assert (root / build["dockerfile"]).is_file()
    for one in compose.values():
        assert set(one.get("depends_on", ())) <= set(compose)


def test_a_space_serves_the_port_of_the_image(root: Path) -> None:
    _, written, text = (root / "deploy" / "space" / "README.md").read_text(encoding="utf-8").split("---\n", 2)
    front = yaml.safe_load(written)
    assert (front["sdk"], front["app_port"]) == ("docker", PORT)
    assert len(front["short_description"]) <= 60
    assert text.lstrip().startswith("# tokviz\n")


def test_community_cloud_installs_the_pinned_versions(root: Path) -> None:
    lines = (root / "requirements.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not line.startswith("#")] == ["-c constraints.txt", "-e ."]
    assert (root / "constraints.txt").is_file()
