-- Sessions that play: each connection opens a room of its own and then plays legal moves in it.
-- crates/web/tests/load/run starts a server, plays 200 of them for a minute, and prints what it took.
-- One thread of wrk handles one connection, so that what a thread remembers belongs to one session.

local headers = { ["Content-Type"] = "application/json" }
local room, kind, step = nil, nil, 0
local counter = 0

function setup(thread)
  thread:set("number", counter)
  counter = counter + 1
end

-- Milliseconds between an answer and the next move; without a pause the machine is simply full.
local pause = tonumber(os.getenv("PAUSE") or "0")
if pause > 0 then
  function delay()
    return math.floor(pause * (0.5 + math.random()))
  end
end

-- Sokoban walks to and fro; Dropper plays the turn that the server offers first.
function request()
  step = step + 1
  if not room then
    kind = number % 2 == 0 and "puzzle" or "game"
    local body = kind == "puzzle" and '{"world":"sokoban","level":{"level":10}}' or '{"world":"dropper","options":{"size":"6"}}'
    return wrk.format("POST", "/api/" .. kind, headers, body)
  end
  if kind == "puzzle" then
    return wrk.format("POST", "/api/puzzle/" .. room .. "/play", headers, '{"moves":"' .. legal .. '"}')
  end
  if not turn then
    return wrk.format("POST", "/api/game/" .. room .. "/undo", headers, '{"times":0}')
  end
  return wrk.format("POST", "/api/game/" .. room .. "/play", headers, '{"turn":"' .. turn .. '"}')
end

function response(status, _, body)
  if status ~= 200 then
    refused = (refused or 0) + 1
    return
  end
  if not room then
    room = body:match('"id":"(%x+)"')
  end
  if kind == "puzzle" then
    -- Any move that is legal now; a level that gets stuck is still played.
    local moves = body:match('"legal":%[([^%]]*)%]') or ""
    local all = {}
    for move in moves:gmatch('"(%a)"') do all[#all + 1] = move end
    if #all == 0 then all = { "u" } end
    legal = all[step % #all + 1]
  else
    local all = {}
    for text in (body:match('"intents":(%[.-%])%s*,%s*"') or ""):gmatch('"text":"([^"]+)"') do all[#all + 1] = text end
    turn = all[step % math.max(1, #all) + 1]
  end
end

local threads = {}
local old_setup = setup
function setup(thread)
  old_setup(thread)
  threads[#threads + 1] = thread
end

function done(summary, latency)
  local refusals = 0
  for _, thread in ipairs(threads) do refusals = refusals + (thread:get("refused") or 0) end
  local errors = summary.errors
  io.write(string.format("requests %d in %.1f s, %.0f a second\n", summary.requests, summary.duration / 1e6, summary.requests / summary.duration * 1e6))
  io.write(string.format("p50 %.1f ms, p90 %.1f ms, p99 %.1f ms, max %.1f ms\n", latency:percentile(50) / 1e3, latency:percentile(90) / 1e3, latency:percentile(99) / 1e3, latency.max / 1e3))
  io.write(string.format("refused %d, errors: connect %d, read %d, write %d, timeout %d\n", refusals, errors.connect, errors.read, errors.write, errors.timeout))
end
