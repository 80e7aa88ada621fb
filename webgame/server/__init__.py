"""The server: pages, live games over Socket.IO, their store. It imports no system."""
