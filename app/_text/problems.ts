/** What a refusal means for the person, where title and detail leave that open. */
export const problemText: Partial<Record<string, string>> = {
  email_login_disabled: 'You sign in with your Google account at the wallet provider; there is no code by e-mail.',
  execution_not_stalled:
    'A retry is only for a worker that went silent. Nothing was changed; the job goes on as it is.',
  retry_limit_reached:
    'A job can be retried three times. If this worker stays silent, its assignment ends by itself when its time is over.',
  repository_host_limited:
    'The host answers only so many questions in a time. Nothing is wrong with your connection; try again in a while.',
}
