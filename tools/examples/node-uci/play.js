// Drives an engine through the package node-uci as it is published: `node play.js ENGINE VARIANT PLIES`.
// Prints the moves, one a line; then `game over`, or `stuck <line>` when node-uci does not understand a bestmove.
// Not here: rules; the engine judges the moves.

const { Engine } = require('node-uci')

async function main([program, variant, plies]) {
  const engine = new Engine(program)
  await engine.init()
  await engine.setoption('UCI_Variant', variant)
  await engine.setoption('RollDice', true)
  await engine.setoption('DiceSeed', 1)
  await engine.ucinewgame()

  // The line that ends a search, read beside node-uci and handed on some turns of the event loop later: by then
  // node-uci, which got the same text, has settled its own promise if it ever will.
  let answered
  let waiting = ''
  const later = (turns, act) => (turns ? setImmediate(() => later(turns - 1, act)) : act())
  engine.proc.stdout.on('data', text => {
    waiting += text
    const line = /^bestmove .*\n/m.exec(waiting)
    if (!line) return
    const settle = answered
    waiting = ''
    later(100, () => settle(line[0].trim()))
  })

  const moves = []
  while (moves.length < Number(plies)) {
    await engine.position('startpos', moves)
    const ended = new Promise(resolve => { answered = resolve })
    const found = engine.go({ depth: 2 }).then(result => result.bestmove)
    const first = await Promise.race([found, ended])
    if (first.startsWith('bestmove ')) {
      console.log(`stuck ${first}`)
      engine.proc.kill()
      return
    }
    if (first === '(none)') {
      console.log('game over')
      break
    }
    console.log(first)
    moves.push(first)
  }
  await engine.quit()
}

main(process.argv.slice(2)).catch(error => {
  console.error(error)
  process.exit(1)
})
