// Drives an engine as Sabaki does, with the library that Sabaki uses; prints what it was answered as JSON, or the error and status 1.
// node sabaki.js FOLDER_OF_NODE_MODULES COMMAND [ARGUMENTS]
const {join} = require('path')
const [, , folder, command, ...args] = process.argv
const {Controller, ControllerStateTracker} = require(join(folder, '@sabaki', 'gtp'))

async function analyse(controller, name, lines) {
  let seen = []
  let done = controller.sendCommand({name, args: ['B', '5']}, ({line}) => {
    if (line.startsWith('info ')) seen.push(line)
  })
  while (seen.length < lines) await new Promise(resolve => setTimeout(resolve, 10))
  let begin = Date.now()
  let stop = await controller.sendCommand({name: 'protocol_version'})
  await done
  return {lines: seen.length, first: seen[0], stop: stop.content, milliseconds: Date.now() - begin}
}

async function main() {
  let controller = new Controller(command, args)
  let tracker = new ControllerStateTracker(controller)
  let found = {stderr: []}
  controller.on('stderr', ({content}) => found.stderr.push(content))
  controller.start()
  let attached = ['name', 'version', 'protocol_version', 'list_commands'].map(name => controller.sendCommand({name}))
  found.attached = (await Promise.all(attached)).map(({error, content}) => [error, content])
  await tracker.sync({komi: 6.5, boardsize: [9, 9], history: [
    {name: 'set_free_handicap', args: ['C3', 'G7', 'A1']}, {name: 'play', args: ['W', 'E5']}, {name: 'play', args: ['B', 'D5']}]})
  found.genmove = (await tracker.queueCommand({name: 'genmove', args: ['W']})).content
  found.history = tracker.state.history.length
  // Two moves taken back and another one: by undo.
  await tracker.sync({komi: 6.5, boardsize: [9, 9], history: [...tracker.state.history.slice(0, 2), {name: 'play', args: ['B', 'pass']}]})
  found.moves = (await controller.sendCommand({name: 'move_history'})).content
  // A problem: stones of both colours, fourteen of Black at once.
  let black = ['A9', 'B9', 'C9', 'D9', 'E9', 'A8', 'E8', 'A7', 'E7', 'A6', 'B6', 'C6', 'D6', 'E6']
  await tracker.sync({komi: 0, boardsize: [9, 9], history: [
    {name: 'set_free_handicap', args: black}, ...['F9', 'F8', 'F7', 'F6', 'A5'].map(v => ({name: 'play', args: ['W', v]}))]})
  found.stones = (await controller.sendCommand({name: 'list_stones', args: ['black']})).content
  found.analysis = [await analyse(controller, 'lz-analyze', 3), await analyse(controller, 'kata-analyze', 1)]
  found.choice = []
  await controller.sendCommand({name: 'kata-genmove_analyze', args: ['B', '5']}, ({line}) => found.choice.push(line))
  found.unknown = await controller.sendCommand({name: 'no-such-command'})
  found.oblong = await tracker.sync({boardsize: [9, 13]}).then(() => 'taken', error => error.message)
  found.after = (await controller.sendCommand({name: 'query_boardsize'})).content
  found.left = await controller.sendCommand({name: 'quit'})
  console.log(JSON.stringify(found))
}

main().catch(error => { console.error(error); process.exit(1) })
