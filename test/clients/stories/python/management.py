"""Signed in by a link: tenants, jobs and nodes are listed, a key is made and revoked."""

import os

import accord_management as management

configuration = management.Configuration(host=os.environ["BASE_URL"])
with management.ApiClient(configuration) as guest:
    sign_in = management.SignIn(code=os.environ["SIGN_IN_CODE"])
    signed_in = management.SessionsApi(guest).create_session_with_http_info(sign_in)
    cookie = (signed_in.headers or {})["Set-Cookie"].split(";")[0]

with management.ApiClient(configuration, cookie=cookie) as client:
    sessions = management.SessionsApi(client)
    session = sessions.get_session()
    installation = management.InstallationApi(client)
    tenants = installation.list_tenants(limit=10)
    jobs = installation.list_jobs()
    nodes = installation.list_nodes()

    business = session.businesses[0]
    test = management.Environment.TEST
    quotas = management.QuotasApi(client).list_quotas(business.id, test)
    keys = management.APIKeysApi(client)
    wanted = management.ApiKeyInput(environment=test, label="A story in Python")
    key = keys.create_api_key(business.id, session.csrf_token, wanted)
    known = keys.list_api_keys(business.id)
    revoked = keys.revoke_api_key(business.id, key.id, session.csrf_token)
    assert revoked.state == "revoked"
    log = management.AuditLogApi(client).list_audit_events(business.id, limit=1)
    sessions.end_session(session.csrf_token)
    print(len(tenants.items), len(jobs.items), len(nodes.processes), len(quotas.items), len(known.items))
    print(log.items[0].action)
