export const help = `The starter runtime of Jobwright: hosts one worker or verifier agent.

  npm run runtime -- --role worker --work-dir DIR --control-plane URL [options] -- EXECUTOR [WORDS]
  npm run runtime -- --role verifier --work-dir DIR --control-plane URL [options]
  npm run runtime -- rescue --work-dir DIR --rpc-url URL --gas-key-file FILE
  npm run runtime -- payee --work-dir DIR --to ADDRESS --agent ADDRESS --registry ADDRESS
                                     --chain-id N --nonce N [--cancel]

  --role ROLE              worker or verifier
  --work-dir DIR           the one folder that the runtime keeps (closed to others)
  --control-plane URL      the only control plane that it pairs with
  --port PORT              of the runtime’s server (3010; 0 takes a free one)
  --host ADDRESS           that the server listens on (127.0.0.1)
  --public-address ADDR    host[:port][/base] under which the control plane reaches it (localhost:PORT)
  --allowed-hosts LIST     further host names that its server answers to, separated by commas
  --trusted-proxies N      proxies before it that add the caller's address to X-Forwarded-For (0)
  --executor ARGV          a worker's program: a JSON array of words, or one word; or the words after --
  --executor-network       lets the executor use the network
  --executor-env LIST      names of variables that the executor is given, separated by commas
  --no-probes              a verifier is not asked to try the commands of drafts, which is unpaid
  --unsafe-no-isolation    starts although strangers' code cannot be kept apart from this user
  --rpc-url URL            a node of the chain; with a gas key a verifier publishes its own verdict
  --gas-key-file FILE      when the chain lacks it at half of the window. The file holds a private
                           key (0x…) of an account with gas, which is never the runtime's own key
  --help                   shows this

Each option may be given as STARTER_… instead (STARTER_WORK_DIR, …). STARTER_PASSWORD is the owner's password for
the console; without it one is made at the first start and printed once.

rescue records at the escrow every signed verdict that the runtime holds and the chain lacks. It needs a node of the
chain and a key with gas, and neither the control plane nor a running runtime.

payee signs with the agent's key that its later earnings go to another address, or with --cancel that such a change is
taken back. It sends nothing; the agent's page shows the command and takes the signature.
`
