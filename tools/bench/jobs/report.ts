import type { Size } from './crew.ts'
import type { Line } from './measure.ts'

/** Tables in Markdown: a column for each interval between blocks. */
export function reportOf(size: Size, lines: readonly Line[]): string {
  const row = (name: string, value: (line: Line) => string) => `| ${name} | ${lines.map(value).join(' | ')} |`
  const programs = Object.keys(lines[0]?.cores ?? {})
  const stages = lines[0]?.single ?? []
  return [
    row(
      `${size.jobs} jobs at once, ${size.workers} workers, ${size.verifiers} verifiers`,
      ({ seconds }) => `a block each ${seconds} s`,
    ),
    `|---|${lines.map(() => '---:|').join('')}`,
    row('settled', ({ settled }) => String(settled)),
    row('seconds until the last was paid', ({ elapsed }) => elapsed.toFixed(1)),
    row('jobs a minute, all', ({ settled, elapsed }) => ((settled * 60) / elapsed).toFixed(1)),
    row('jobs a minute, between the tenth and the ninetieth of a hundred', ({ steady }) => steady.toFixed(1)),
    row('statements for each job', ({ statements, settled }) => (statements / settled).toFixed(0)),
    row('requests to the node for each job', ({ rpcCalls, settled }) => (rpcCalls / settled).toFixed(0)),
    row('the fullest block', ({ fullest }) => `${(fullest * 100).toFixed(0)} %`),
    ...programs.map((name) => row(`cores used: ${name}`, ({ cores }) => (cores[name] ?? 0).toFixed(2))),
    '',
    row(
      'Seconds of a stage, at the median and at most',
      ({ seconds }) => `at once, ${seconds} s | alone, ${seconds} s`,
    ),
    `|---|${lines.map(() => '---:|---:|').join('')}`,
    ...stages.map(({ name }, at) =>
      row(name, (line) =>
        [line.stages[at], line.single[at]]
          .map((stage) =>
            stage && stage.median >= 0 ? `${stage.median.toFixed(1)}, ${stage.longest.toFixed(1)}` : '–',
          )
          .join(' | '),
      ),
    ),
    '',
    ...lines.flatMap(({ seconds, heaviest }) => [
      `Where the database spent its time, with a block each ${seconds} s:`,
      ...heaviest.map(
        ({ text, calls, share }) => `- ${(share * 100).toFixed(0)} %, ${calls} times: \`${text.slice(0, 160)}\``,
      ),
      '',
    ]),
  ].join('\n')
}
