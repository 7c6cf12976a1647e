import ScrimJSON

/// A message of JSON-RPC 2.0 that a client has sent.
enum RPCMessage {
  case request(RPCRequest)
  case notification(method: String, params: Node?)
  /// A response to a request that was never made.
  case response

  /// - Parameters:
  ///   - bytes: A line of standard input.
  ///   - limits: Its limits.
  /// - Throws: ``RPCError``, with the request's identifier as far as it can be read.
  init(_ bytes: [UInt8], limits: JSONLimits) throws(RPCError) {
    let message: Node
    do {
      message = try Node.parse(bytes, limits: limits)
    } catch {
      throw RPCError(.parseError, error.text(file: "message"))
    }
    guard message.object != nil else {
      let hint = message.array == nil ? "" : " Batches are not supported."
      throw RPCError(.invalidRequest, "expected an object, found \(message.kind).\(hint)")
    }
    let id = message["id"].map { JSON($0) }
    let hasIdentifier = id?.string != nil || id?.integer != nil
    guard message["jsonrpc"]?.string == "2.0" else {
      throw RPCError(
        .invalidRequest, "\"jsonrpc\": expected \"2.0\".", id: hasIdentifier ? id : nil)
    }
    guard let method = message["method"]?.string else {
      if message["result"] != nil || message["error"] != nil {
        self = .response
        return
      }
      throw RPCError(
        .invalidRequest, "\"method\": expected a string.", id: hasIdentifier ? id : nil)
    }
    let params = message["params"]
    guard params == nil || params?.object != nil else {
      throw RPCError(
        .invalidRequest, "\"params\": expected an object.", id: hasIdentifier ? id : nil)
    }
    guard let id else {
      self = .notification(method: method, params: params)
      return
    }
    guard hasIdentifier else {
      throw RPCError(.invalidRequest, "\"id\": expected a string or an integer.")
    }
    self = .request(RPCRequest(id: id, method: method, params: params))
  }
}

struct RPCRequest {
  /// A string or an integer.
  let id: JSON
  let method: String
  let params: Node?
}

/// Why a request has no result.
struct RPCError: Error {
  /// Those of JSON-RPC, and MCP's own.
  enum Code: Int {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case internalError = -32603
    case resourceNotFound = -32002
    /// Too many calls wait.
    case busy = -32000
  }

  let code: Code
  let message: String
  /// The request, if it could be read.
  let id: JSON?

  init(_ code: Code, _ message: String, id: JSON? = nil) {
    self.code = code
    self.message = message
    self.id = id
  }
}
