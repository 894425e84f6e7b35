/** What is wrong with the environment: the setting, and one sentence of what to do about it. */
export type SettingsProblem = { name: string; text: string }
