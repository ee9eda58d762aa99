"""From a token to a credit, and to a transfer."""

import base64
import hashlib
import os
import uuid

import accord_wallet as wallet

host, key, secret = (os.environ[name] for name in ("BASE_URL", "CONSUMER_KEY", "CONSUMER_SECRET"))
from_account = os.environ["ACCOUNTS_0_ACCOUNT_NO"]

with wallet.ApiClient(wallet.Configuration(host=host, username=key, password=secret)) as consumer:
    token = wallet.AccessApi(consumer).issue_token(grant_type="client-credentials", validity_period="3600")

credentials = base64.b64encode(f"{key}:{secret}".encode()).decode()
with wallet.ApiClient(wallet.Configuration(host=host, access_token=token.access_token)) as client:
    accounts = wallet.AccountsApi(client)
    transfers = wallet.TransfersApi(client)

    # The first story of these credentials onboards the wallet; the others are answered 99.
    onboarding = wallet.OnboardingRequest(
        username="ada@acme.example",
        walletName="AcmePay",
        shortName="ACME",
        implementation="Pool",
        webhookUrl="http://127.0.0.1:9009/",
    )
    wallet.AccessApi(client).onboard_wallet(credentials, onboarding)

    one_time = accounts.create_virtual_account(
        credentials,
        wallet.VirtualAccountRequest(
            amount="700.00", merchantName="Acme Foods", merchantId="M-1", reference=str(uuid.uuid4())
        ),
    )
    notice = wallet.NoticeRequest(amount="700.00", accountNo=str(one_time.account_number), senderNarration="Order 42")
    credit = transfers.simulate_inward_credit(credentials, notice)
    assert credit.status == "00", credit.message

    ada = wallet.ClientsApi(client).create_client_from_details(
        credentials,
        wallet.ClientDetails(firstname="Ada", lastname="Obi", dob="04 October 1990", phone="08031234563"),
    )
    assert ada.data is not None, ada.message
    to_account = ada.data.account_no
    transfer = transfers.create_transfer(
        credentials,
        wallet.TransferRequest(
            fromAccount=from_account,
            toAccount=to_account,
            toBank="999999",
            amount="15.00",
            transferType=wallet.TransferType.INTRA,
            reference=str(uuid.uuid4()),
            signature=hashlib.sha512(f"{from_account}{to_account}".encode()).hexdigest(),
        ),
    )
    assert transfer.status == "00", transfer.message
    account = accounts.enquire_account(credentials, account_no=to_account)
    assert account.data is not None, account.message
    print(account.data.account_balance)
