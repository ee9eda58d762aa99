import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { base, go } from "../address.ts";
import { completeSignIn, goToProvider, type Session, signIn, signInProvider } from "../session.ts";
import { Heading } from "../ui/parts.tsx";

interface SignInProps {
  /** The address of the sign-in page: with a link's code after its `#`, or a provider's answer after its `?`. Null on another page. */
  readonly url: URL | null;
  /** `back` is where its reader wanted to go. */
  readonly onSession: (session: Session, back: string) => void;
}

export function SignIn({ url, onSession }: SignInProps): JSX.Element {
  const code = url?.hash.slice(1) ?? "";
  const answer = url?.searchParams.has("state") ? url.search.slice(1) : "";
  const [busy, setBusy] = useState(code !== "" || answer !== "");
  const [failure, setFailure] = useState<string | null>(null);
  const fail = ({ message }: Error) => {
    setFailure(message);
    setBusy(false);
    // The answer is used up: another look at this address begins anew.
    if (answer !== "") go(`${base}/sign-in`, "replace");
  };
  useEffect(() => {
    if (code !== "") signIn(code).then((session) => onSession(session, base), fail);
    else if (answer !== "") completeSignIn(answer).then(({ session, back }) => onSession(session, back), fail);
  }, []);
  if (busy)
    return (
      <main class="alone" id="content">
        <p role="status">Signing in …</p>
      </main>
    );
  return (
    <main class="alone" id="content">
      <Heading name="Sign in" />
      {failure !== null && (
        <div class="failure" role="alert">
          {failure}
        </div>
      )}
      <AtProvider onFailure={fail} />
      <p>The console opens by a link that is good once. On the machine that runs Accord, print one:</p>
      <pre>bin/accord console</pre>
      <p class="quiet">
        Open it within an hour. For somebody with a role in one business:{" "}
        <code>bin/accord console --as ada@example.org</code>. <a href="/docs/handbook/console">How people get roles</a>
      </p>
    </main>
  );
}

/** Nothing where the server is connected with no provider. */
function AtProvider({ onFailure }: { readonly onFailure: (error: Error) => void }): JSX.Element | null {
  const [name, setName] = useState<string | null>(null);
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    signInProvider().then((provider) => setName(provider?.name ?? null), onFailure);
  }, []);
  if (name === null) return null;
  const leave = () => {
    setLeaving(true);
    goToProvider().catch((error: Error) => {
      setLeaving(false);
      onFailure(error);
    });
  };
  return (
    <>
      <p>
        <button type="button" class="first" disabled={leaving} onClick={leave}>
          Sign in with {name}
        </button>
      </p>
      <p class="quiet">Or without it:</p>
    </>
  );
}
