/** Like a tab's storage, whose own members are what it holds. */
export function tabStorage(): Storage {
  const methods = {
    getItem(this: Record<string, string>, name: string) {
      return this[name] ?? null
    },
    setItem(this: Record<string, string>, name: string, value: string) {
      this[name] = value
    },
    removeItem(this: Record<string, string>, name: string) {
      delete this[name]
    },
  }
  return Object.create(methods) as Storage
}
