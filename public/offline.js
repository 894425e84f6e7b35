// Goes on to the page that was asked for as soon as the server answers again.
const everyMs = 5_000

async function look() {
  try {
    const answer = await fetch('/api/health/', { cache: 'no-store' })
    if (answer.ok) location.reload()
  } catch {
    // It is still away; the next look comes by itself.
  }
}

addEventListener('online', look)
setInterval(look, everyMs)
