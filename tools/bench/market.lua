-- Calls of wrk: a parameter at random within its values, and the key of the application.
local param, most = os.getenv('PARAM'), tonumber(os.getenv('MAX'))
wrk.headers['api_key'] = os.getenv('API_KEY')
local start = nil
request = function()
  start = start or wrk.path
  return wrk.format('GET', start .. param .. '=' .. math.random(1, most - 1))
end
