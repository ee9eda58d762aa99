import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type Session, signIn } from "../session.ts";
import { Heading } from "../ui/parts.tsx";

interface SignInProps {
  /** What a sign-in link says after its `#`; empty where there is none. */
  readonly code: string;
  readonly onSession: (session: Session) => void;
}

export function SignIn({ code, onSession }: SignInProps): JSX.Element {
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (code !== "") signIn(code).then(onSession, (error: Error) => setFailure(error.message));
  }, []);
  if (code !== "" && failure === null)
    return (
      <main class="alone" id="content">
        <p role="status">Signing in …</p>
      </main>
    );
  return (
    <main class="alone" id="content">
      <Heading name="Sign in" />
      {failure !== null && <p role="alert">{failure}</p>}
      <p>The console opens by a link that is good once. On the machine that runs Accord, print one:</p>
      <pre>bin/accord console</pre>
      <p class="quiet">
        Open it within an hour. For somebody with a role in one business:{" "}
        <code>bin/accord console --as ada@example.org</code>. <a href="/docs/handbook/console">How people get roles</a>
      </p>
    </main>
  );
}
