/** Runs before the page is drawn: the scheme that a person chose on the other pages counts here too. */
{
  const scheme = localStorage.getItem('mantine-color-scheme-value')
  if (scheme === 'light' || scheme === 'dark') document.documentElement.dataset.colorScheme = scheme
}
