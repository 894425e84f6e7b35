import type { Host } from '../context.ts'
import type { Account } from '../store/accounts.ts'
import { nodeId } from './node-id.ts'

export function toAccountJson(host: Host, account: Account) {
  const url = `${host.apiUrl}/users/${account.login}`
  return {
    login: account.login,
    id: account.id,
    node_id: nodeId(account.type === 'User' ? 'U' : 'O', account.id),
    avatar_url: `${host.url}/avatars/${account.id}.svg`,
    gravatar_id: '',
    url,
    html_url: `${host.url}/${account.login}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: account.type,
    user_view_type: 'public',
    site_admin: false,
  }
}

/** The longer form of an account's own page. */
export function toProfileJson(host: Host, account: Account, publicRepos: number) {
  return {
    ...toAccountJson(host, account),
    name: account.name,
    company: null,
    blog: '',
    location: null,
    email: account.email,
    hireable: null,
    bio: null,
    twitter_username: null,
    public_repos: publicRepos,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: account.created_at,
    updated_at: account.created_at,
  }
}
